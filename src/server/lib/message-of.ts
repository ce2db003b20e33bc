/** Of an error that stands for several, as for a host with two addresses, the message of the first. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** On one line, without a period at its end. */
export function reasonOf(error: unknown): string {
  return messageOf(error).replace(/\s+/g, ' ').replace(/\.$/, '').trim();
}
