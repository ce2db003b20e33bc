import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { type Finding, ok, problem, warning, withTimeout } from './finding.ts';

const SECONDS = 10;

/** Only the code of an error is shown: its message may repeat what was sent to log in. */
const CAUSES: Record<string, string> = {
  EAUTH:
    'refuses the name or the password in SMTP_URL: correct them, with special characters encoded, such as @ as %40',
  EDNS: 'has a host name that cannot be found: correct SMTP_URL',
  ETLS: 'offers no valid encryption: correct its certificate, or the port in SMTP_URL',
};
const UNREACHABLE =
  'cannot be reached, or not with this encryption: check host, port and smtp: or smtps: in SMTP_URL, its certificate, and the firewall';

export async function checkMail({ smtpUrl, isProduction, dataDir }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    const text = `SMTP_URL is not set: emails are only written to ${dataDir}/outbox`;
    return isProduction
      ? warning('mail', `${text}, and nobody receives them. Set SMTP_URL.`)
      : ok('mail', `${text}.`);
  }
  const { host, username } = new URL(smtpUrl);
  const milliseconds = (SECONDS / 2) * 1_000;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
  });
  try {
    await withTimeout(SECONDS, transport.verify());
    return ok(
      'mail',
      username ? `${host} accepts our login.` : `${host} is reachable; SMTP_URL has no login.`,
    );
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    return problem('mail', `The mail server ${host} ${CAUSES[code] ?? UNREACHABLE}.`);
  } finally {
    transport.close();
  }
}
