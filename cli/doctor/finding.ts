export interface Finding {
  level: 'OK' | 'warning' | 'problem';
  subject: string;
  /** What was found; of a warning or a problem also what to do about it. No secrets. */
  text: string;
}

const finding =
  (level: Finding['level']) =>
  (subject: string, text: string): Finding => ({
    level,
    subject,
    text,
  });
export const ok = finding('OK');
export const warning = finding('warning');
export const problem = finding('problem');

/** Rejects after the time, whatever the work does. */
export async function withTimeout<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${seconds} s`)), seconds * 1_000);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

export const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
