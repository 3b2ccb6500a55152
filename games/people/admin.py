"""What the nightly look found, for staff: who may play for whom, the worst first, until somebody looked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.back_office import Asking, LongList, ReadOnlyAdmin, ReasonForm
from accounts.back_office.long_lists import ByKey, Greatest
from accounts.models import User
from accounts.requests import PersonRequest
from games.people.models import Suspicion
from games.people.suspicions import in_short, in_words, mark
from lobby.admin import OfGame
from lobby.catalogue import GAMES

WAITING, LOOKED, ALL = "waiting", "looked", "all"


class Queue(admin.SimpleListFilter):
    title = _("queue")
    parameter_name = "queue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(WAITING, _("waiting")), (LOOKED, _("looked at")), (ALL, _("all"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Without Django's own word for all."""
        chosen = self.value() or (ALL if changelist.query else WAITING)
        for name, label in self.lookup_choices:
            query = changelist.get_query_string({self.parameter_name: name})
            yield {"selected": name == chosen, "query_string": query, "display": label}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Suspicion]) -> QuerySet[Suspicion]:
        match chosen_queue(request):
            case "looked":
                return queryset.filter(looked_at__isnull=False)
            case "all":
                return queryset
            case _:
                return queryset.filter(looked_at__isnull=True)


def chosen_queue(request: HttpRequest) -> str:
    """What waits comes by itself; who is searched for, and what was ticked, may be in any part."""
    if request.method == "POST":
        return ALL
    return request.GET.get("queue") or (ALL if request.GET.get("q") else WAITING)


class WorstFirst(Greatest):
    measure = "score"


class NoteForm(ReasonForm):
    read_by = _("Whoever looks after suspicions reads it; the two do not.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("What you found")


@admin.register(Suspicion)
class SuspicionAdmin(Asking, LongList, ReadOnlyAdmin):
    """Found by the whole name of one of the two. Nobody sees one that they are in themselves."""

    class Media:
        css = {"all": ("css/office.css",)}

    list_display = ("giver", "taker", "strength", "marks", "game_name", "found_on", "looked_by")
    list_display_links = ("giver", "taker")
    list_filter = (Queue, OfGame)
    change_form_template = "admin/suspicion.html"
    list_select_related = ("giver", "taker", "looked_by")
    search_fields = ("giver__username",)
    search_help_text = _("A whole name.")
    actions = ("looked",)
    fields = (
        "giver", "taker", "game_name", "together", "strength", "told", "rounds", "found_at", "looked_at",
        "looked_by", "note",
    )  # fmt: skip
    readonly_fields = ("game_name", "strength", "told", "rounds")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Suspicion]:
        return Suspicion.objects.shown_to(request.user)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return WorstFirst if chosen_queue(request) == WAITING else ByKey

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Suspicion], search_term: str
    ) -> tuple[QuerySet[Suspicion], bool]:
        wanted = search_term.strip()
        if not wanted:
            return queryset, False
        ways = self.ways(wanted)
        return (queryset.filter(reduce(or_, ways)) if ways else queryset.none()), False

    def ways(self, wanted: str) -> list[Q]:
        people = User.people.called(wanted) if wanted else ()
        return [way for person in people for way in (Q(giver=person), Q(taker=person))]

    @admin.display(description=_("game"))
    def game_name(self, found: Suspicion) -> str:
        return str(GAMES[found.game].name) if found.game in GAMES else found.game

    @admin.display(description=_("strength"))
    def strength(self, found: Suspicion) -> str:
        return f"{found.score:.1f}"

    @admin.display(description=_("found"))
    def found_on(self, found: Suspicion) -> str:
        return date_format(timezone.localtime(found.found_at), "SHORT_DATE_FORMAT")

    @admin.display(description=_("signs"))
    def marks(self, found: Suspicion) -> str:
        return in_short(found.signs)

    @admin.display(description=_("signs"))
    def told(self, found: Suspicion) -> str:
        names = {person.pk: f"\u2068{person.username}\u2069" for person in (found.giver, found.taker)}
        return format_html_join("", "<div>{}</div>", ((in_words(sign, names),) for sign in found.signs))

    @admin.display(description=_("rounds to look at"))
    def rounds(self, found: Suspicion) -> str:
        links = ((reverse("admin:games_round_change", args=[key]), key) for key in found.worst)
        return format_html_join(" · ", '<a href="{}">{}</a>', links)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """With the act, where nobody has looked yet."""
        found = kwargs.get("obj")
        waits = found is not None and found.looked_at is None
        context["may_look"] = waits and self.has_moderate_permission(request)
        return super().render_change_form(request, context, *args, **kwargs)

    # --- acts -----------------------------------------------------------------------------

    @admin.action(description=_("Looked at"), permissions=["moderate"])
    def looked(self, request: PersonRequest, queryset: QuerySet[Suspicion]) -> HttpResponse | None:
        def do(found: Suspicion, reason: str) -> Any:
            marked = mark(suspicion_id=found.pk, by=request.user, note=reason)
            return None if marked else _("Somebody has looked already.")

        return self.ask(
            request,
            queryset,
            title=_("Looked at"),
            do=do,
            done=lambda count: ngettext("%d pair looked at.", "%d pairs looked at.", count) % count,
            form=NoteForm,
        )
