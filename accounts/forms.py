from allauth.account import forms as allauth_forms


class SignupForm(allauth_forms.SignupForm):
    """A name and one password."""


class LoginForm(allauth_forms.LoginForm):
    """A name and a password."""
