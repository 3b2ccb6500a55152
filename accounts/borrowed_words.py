"""What Django and allauth say on pages of ours, in our words.

allauth knows no Vietnamese, and Django's is stiff or missing in places. `messages` collects these sentences
from here; our catalogue is asked before theirs. Nothing imports this.
"""

from django.utils.translation import gettext_noop, ngettext, ngettext_lazy

# Django: what a field will not take
gettext_noop("This field is required.")
gettext_noop("Enter a valid email address.")
gettext_noop("Enter a whole number.")
gettext_noop("Null characters are not allowed.")
gettext_noop("Select a valid choice. %(value)s is not one of the available choices.")
gettext_noop("Ensure this value is less than or equal to %(limit_value)s.")
gettext_noop("Ensure this value is greater than or equal to %(limit_value)s.")
ngettext_lazy(
    "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
    "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    "limit_value",
)

# Django: passwords
ngettext(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
    8,
)
gettext_noop("The password is too similar to the %(verbose_name)s.")
gettext_noop("This password is too common.")

# allauth: forms of the account
gettext_noop("You must type the same password each time.")
gettext_noop("You must type the same email each time.")
gettext_noop("The new value must be different from the current one.")
gettext_noop("Please select only one.")
gettext_noop("Incorrect code.")
gettext_noop("Invalid or expired key.")
gettext_noop("Invalid login.")
gettext_noop("The email address is not assigned to any user account.")
gettext_noop("You cannot add more than %d email addresses.")
gettext_noop("Unable to confirm %(email)s because it is already confirmed by a different account.")
gettext_noop("Email address")
gettext_noop("Remember Me")

# allauth: the second factor
gettext_noop("You cannot add an email address to an account protected by two-factor authentication.")
gettext_noop("You cannot deactivate two-factor authentication.")
gettext_noop("You cannot generate recovery codes without having two-factor authentication enabled.")
gettext_noop("You cannot activate two-factor authentication until you have verified your email address.")
