/** The page cannot be read; the message is for the member. It never tells what the server's own network has. */
export class UnreadablePageError extends Error {
  override name = 'UnreadablePageError';
}
