// The settings show the avatar as it is being chosen.

document.addEventListener("change", ({ target }) => {
  if (target.name !== "animal" && target.name !== "disc") return;
  const chosen = (name) => target.form.querySelector(`[name="${name}"]:checked`)?.value;
  document.querySelector("[data-avatar-shown] .avatar").dataset.avatar = `${chosen("animal")}-${chosen("disc")}`;
  for (const disc of document.querySelectorAll(".settings-animals .avatar")) {
    disc.dataset.avatar = disc.dataset.avatar.replace(/\d$/, chosen("disc"));
  }
});
