// Passkeys: the WebAuthn ceremony between a form and the browser.
// data-passkey says whether the form creates a passkey ("create") or uses one ("get"). The options are in the element named by
// data-options, or are fetched from the form's address. The result goes into its field "credential".
// If the field named by data-unless is filled in, no passkey is requested.

const REFUSED = new Set(['NotAllowedError', 'AbortError']);

const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const text = (buffer) => {
  const letters = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

const named = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

const ways = {
  create: {
    asked: (given) => ({
      ...given,
      challenge: bytes(given.challenge),
      user: { ...given.user, id: bytes(given.user.id) },
      excludeCredentials: named(given.excludeCredentials),
      authenticatorSelection: {
        ...given.authenticatorSelection,
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    }),
    said: (response) => ({
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    }),
  },
  get: {
    asked: (given) => ({
      ...given,
      challenge: bytes(given.challenge),
      allowCredentials: named(given.allowCredentials),
    }),
    said: (response) => ({
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    }),
  },
};

const optionsOf = async (form) => {
  const element = document.getElementById(form.dataset.options ?? '');
  if (element) return JSON.parse(element.textContent);
  const answer = await fetch(form.action, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
};

const ceremony = async (form) => {
  const way = ways[form.dataset.passkey];
  const options = await optionsOf(form);
  const { publicKey } = options.creation_options ?? options.request_options;
  const made = await navigator.credentials[form.dataset.passkey]({ publicKey: way.asked(publicKey) });
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    authenticatorAttachment: made.authenticatorAttachment ?? null,
    clientExtensionResults: made.getClientExtensionResults(),
    response: { clientDataJSON: text(made.response.clientDataJSON), ...way.said(made.response) },
  };
};

const tell = (form, error) => {
  const place = form.querySelector('[data-passkey-told]');
  place.textContent = REFUSED.has(error.name) ? form.dataset.cancelled : form.dataset.failed;
  place.hidden = false;
};

const ready = (form) => {
  form.addEventListener('submit', async (event) => {
    if (form.elements[form.dataset.unless]?.value) return; // a code was typed instead
    event.preventDefault();
    try {
      form.elements.credential.value = JSON.stringify(await ceremony(form));
      form.submit();
    } catch (error) {
      tell(form, error);
    }
  });
  form.hidden = false;
};

if (window.PublicKeyCredential) {
  document.querySelectorAll('form[data-passkey]').forEach(ready);
  document.querySelectorAll('[data-no-passkey]').forEach((one) => { one.hidden = true; });
}
