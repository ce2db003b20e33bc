/** Imported first by every script: an old Node.js gets a sentence instead of a stack trace. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Payfolk needs Node.js 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}
