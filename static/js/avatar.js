// The settings show the avatar as it is being chosen.

const shown = document.querySelector("[data-avatar-shown] .avatar");

document.addEventListener("change", ({ target }) => {
  if (target.name !== "animal" && target.name !== "disc") return;
  const chosen = (name) => target.form.querySelector(`[name="${name}"]:checked`)?.value;
  shown.dataset.avatar = `${chosen("animal")}-${chosen("disc")}`;
  for (const disc of document.querySelectorAll(".settings-animals .avatar")) {
    disc.dataset.avatar = disc.dataset.avatar.replace(/\d$/, chosen("disc"));
  }
});
