const UTC = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
});

interface Origin {
  at?: Date | undefined;
  device?: string | undefined;
  network?: string | undefined;
}

/** When and from where something happened, as far as it is known. */
export function originFacts({ at, device, network }: Origin): [string, string][] {
  const where = [device, network && `network ${network}`].filter(Boolean).join(', ');
  return [
    ...(at ? [['When', `${UTC.format(at)} UTC`] as [string, string]] : []),
    ...(where ? [['Where', where] as [string, string]] : []),
  ];
}
