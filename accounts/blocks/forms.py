from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class ChatForm(forms.Form):
    """How much of the chat somebody reads, at all tables."""

    chat = forms.ChoiceField(
        label=_("What you read of the chat"),
        choices=User.Chat.choices,
        widget=forms.RadioSelect,
        help_text=_("At every table, and only for you: the others notice nothing."),
    )
