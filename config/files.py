"""Files as they go out: short headers, since a first visit to a table asks for fifty of them."""

from django.http import HttpRequest
from whitenoise.middleware import WhiteNoiseFileResponse, WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class Files(WhiteNoiseMiddleware):
    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> WhiteNoiseFileResponse:
        """Nobody asks whether a file changed whose name would be another. Who does still has its ETag."""
        response = WhiteNoiseMiddleware.serve(static_file, request)
        if "immutable" in response.headers.get("Cache-Control", ""):
            del response.headers["Last-Modified"]
        return response
