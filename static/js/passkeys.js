// A form with data-passkey is sent with what the device answers: it makes a passkey ("make"), or proves one ("use").
// Where there can be none, the form stays hidden, and what stands in its place stays there.

const named = !/^[\d.]+$|[:[]/.test(location.hostname); // a passkey belongs to a name, not to an address
const possible = named && "PublicKeyCredential" in window && window.isSecureContext;

async function asked(form) {
  const known = document.getElementById("passkey-options");
  if (known) return JSON.parse(known.textContent);
  const answer = await fetch(form.action, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(10000),
  });
  return answer.json();
}

async function answered(form) {
  const options = await asked(form);
  if (form.dataset.passkey === "use") return window.webauthnJSON.get(options.request_options);
  const made = options.creation_options;
  Object.assign(made.publicKey.authenticatorSelection, {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  });
  return window.webauthnJSON.create(made);
}

for (const form of possible ? document.querySelectorAll("form[data-passkey]") : []) {
  const fails = form.querySelector("[data-passkey-fails]");
  form.hidden = false;
  for (const other of document.querySelectorAll("[data-no-passkey]")) other.hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fails.hidden = true;
    try {
      form.elements.credential.value = JSON.stringify(await answered(form));
      form.submit();
    } catch {
      fails.hidden = false; // taken back, too late, or not of this device
    }
  });
}
