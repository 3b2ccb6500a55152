"""Reports in the back office: what waits, the heaviest first; what one looks into; what was answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.back_office import Asking, ChangedOnly, LongList, ReadOnlyAdmin
from accounts.back_office.long_lists import ByKey, Greatest
from accounts.models import Report, User
from accounts.reports import services, tables, takers

GATHERED = 50  # of those about the same person, on the page of the first one
FOR_OTHERS = _("What is told of a table where you sit is for somebody else to take.")
NEW, MINE, ANSWERED, ALL = "new", "mine", "answered", "all"


class Queue(admin.SimpleListFilter):
    """Three parts of it, and all."""

    title = _("queue")
    parameter_name = "queue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(NEW, _("waiting")), (MINE, _("mine")), (ANSWERED, _("answered")), (ALL, _("all"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Without Django's own word for all."""
        chosen = self.value() or (ALL if changelist.query else NEW)
        for name, label in self.lookup_choices:
            query = changelist.get_query_string({self.parameter_name: name})
            yield {"selected": name == chosen, "query_string": query, "display": label}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        match chosen_queue(request):
            case "mine":
                return queryset & Report.objects.in_hands_of(request.user)
            case "answered":
                return queryset.filter(answered_at__isnull=False)
            case "all":
                return queryset
            case _:
                return queryset & Report.objects.waiting_for(request.user)


def chosen_queue(request: HttpRequest) -> str:
    """What waits comes by itself; who is searched for, and what was ticked, may be in any part."""
    if request.method == "POST":
        return ALL
    return request.GET.get("queue") or (ALL if request.GET.get("q") else NEW)


class HeaviestFirst(Greatest):
    measure = "weight"


@admin.register(Report)
class ReportAdmin(Asking, ChangedOnly, LongList, ReadOnlyAdmin):
    """Reports are found by the whole name of whom they are about. One's own part in a report is not shown."""

    list_display = ("at", "person", "reason", "weight", "status", "taken_by")
    list_display_links = ("at", "person")
    list_filter = (Queue,)
    list_select_related = ("person", "taken_by")
    search_fields = ("person__username",)
    search_help_text = _("The full name of the person it is about.")
    actions = ("take", "give_back", "resolve", "dismiss")
    change_form_template = "admin/report.html"
    fields = (
        "person",
        "name",
        "reason",
        "text",
        "by",
        "at",
        "status",
        "weight",
        "taken_by",
        "answered_at",
        "note",
    )
    readonly_fields = fields[:-1]

    def has_view_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return self.has_moderate_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Of the note: nothing else of a report is written by hand."""
        return self.has_moderate_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_moderate_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return Report.objects.judged_by(request.user)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return HeaviestFirst if chosen_queue(request) == NEW else ByKey

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Report], search_term: str
    ) -> tuple[QuerySet[Report], bool]:
        wanted = search_term.strip()
        return (queryset.filter(person__in=User.people.called(wanted)) if wanted else queryset), False

    # --- one report -----------------------------------------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        report, staff = self.get_object(request, object_id), request.user
        if report is None or not isinstance(staff, User) or not self.has_view_permission(request, report):
            return super().change_view(request, object_id, form_url, extra_context)
        context = {
            "report": report,
            "evidence": services.look(by=staff, report=report),
            "gathered": self._gathered(request, report),
        }
        return super().change_view(request, object_id, form_url, context)

    def _gathered(self, request: HttpRequest, report: Report) -> QuerySet[Report]:
        others = self.get_queryset(request).filter(gathered_under=report)
        return others.select_related("by").order_by("pk")[:GATHERED]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        takers.touch(cast(Report, form.instance), request.user)

    # --- acts -----------------------------------------------------------------------------

    @admin.action(description=_("Take: I look into it"), permissions=["moderate"])
    def take(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        own = tables.sat_at(cast(User, request.user).pk)
        if own and queryset.filter(room__in=list(own)).exists():
            self.message_user(request, FOR_OTHERS, messages.WARNING)
        return self._do(request, queryset, services.take)

    @admin.action(description=_("Give back: it waits again for all"), permissions=["moderate"])
    def give_back(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        return self._do(request, queryset, services.give_back)

    @admin.action(description=_("Answer: something was done about it"), permissions=["moderate"])
    def resolve(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        return self._do(request, queryset, services.resolve)

    @admin.action(description=_("Dismiss: nothing is wrong here"), permissions=["moderate"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        return self._do(request, queryset, services.dismiss)

    def _do(
        self, request: HttpRequest, queryset: QuerySet[Report], act: Callable[..., list[Report]]
    ) -> HttpResponse | None:
        count = sum(len(act(report=one, by=request.user)) for one in queryset[: self.list_per_page])
        said = ngettext("Done, for %d report.", "Done, for %d reports.", count) % count
        self.message_user(request, said, messages.SUCCESS if count else messages.WARNING)
        return self.go_back(request)
