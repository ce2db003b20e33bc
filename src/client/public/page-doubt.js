// This browser may have paid another name than a member's page shows now. Then the pay links wait for
// the app's code, which says so above them: nobody pays unasked, and no link moves under a finger.
(() => {
  const WAIT_MS = 20_000;
  const { dataset } = document.documentElement;
  const plain = (name) => name.replace(/^[@$]/, '').toLowerCase();

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

  // If the code never comes.
  function show() {
    delete dataset.doubt;
  }

  try {
    if (!isDoubtful()) return;
  } catch {
    // Nothing is stored, or not by this version.
    return;
  }
  dataset.doubt = '';
  addEventListener('error', (event) => event.target.tagName === 'SCRIPT' && show(), true);
  setTimeout(show, WAIT_MS);
})();
