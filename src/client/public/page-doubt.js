// A member's page may ask before somebody pays, and needs the app's code for that. Until it runs, a press on a pay link
// with a question waits. This browser may also have paid another name than the page shows: then the pay links wait
// for the code, which says so above them. Nobody pays unasked, and no link moves under a finger.
(() => {
  const WAIT_MS = 20_000;
  const { dataset } = document.documentElement;
  const plain = (name) => name.replace(/^[@$]/, '').toLowerCase();
  let pressed;

  function isDoubtful() {
    const { person } = JSON.parse(document.getElementById('page-data').textContent);
    const paid = JSON.parse(localStorage.getItem('paid-handles'));
    // Other versions and extensions write there too.
    const isPaid = (entry) => Array.isArray(entry) && typeof entry[2] === 'string';
    return paid
      .filter(isPaid)
      .some(([id, platform, name]) =>
        person.handles.some(
          (now) =>
            id === person.id && platform === now.platform && plain(name) !== plain(now.handle),
        ),
      );
  }

  function holdPress(event) {
    if (event.button === 2) return;
    // A press on anything else takes the place of one that waits.
    pressed = event.target.closest('a[data-asks]');
    if (!pressed) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // When the code runs, or if it never comes.
  function letGo() {
    pressed = undefined;
    delete dataset.doubt;
    removeEventListener('click', holdPress, true);
    removeEventListener('auxclick', holdPress, true);
  }

  addEventListener('click', holdPress, true);
  addEventListener('auxclick', holdPress, true);
  // Only the app's code: extensions add scripts too.
  addEventListener('error', (event) => event.target.type === 'module' && letGo(), true);
  addEventListener('page-runs', () => {
    const link = pressed;
    letGo();
    if (link?.isConnected) link.click();
  });
  setTimeout(letGo, WAIT_MS);

  try {
    if (isDoubtful()) dataset.doubt = '';
  } catch {
    // Nothing is stored, or not by this version.
  }
})();
