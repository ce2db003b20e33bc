import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/client.ts';
import {
  deleteMail,
  findNextDue,
  type QueuedMail,
  takeDueMail,
  updateMailError,
} from '#server/db/mail-queue.ts';
import type { Mailer } from '#server/lib/mailer.ts';
import { prepareMail } from './prepare.ts';

const AT_ONCE = 4;
/** How often to check for mails that other nodes queued. */
const POLL_MS = 30_000;
/** A stop does not wait for a mail server that hangs: the mail stays queued and is tried again. */
const STOP_WITHIN_MS = 2_000;
const GIVE_UP_AFTER_DAYS = 7;

interface WorkerParts {
  database: Database;
  mailer: Mailer;
  publicUrl: string;
  log: FastifyBaseLogger;
}

export type MailWorker = ReturnType<typeof createMailWorker>;

/** Sends queued mails when it is woken and when one becomes due. */
export function createMailWorker({ database, mailer, publicUrl, log }: WorkerParts) {
  const { db } = database;
  let round: Promise<void> | undefined;
  let isCalledAgain = false;
  let isStopped = false;
  let alarm: NodeJS.Timeout | undefined;

  /** Call it after a commit that queued a mail. */
  function wake() {
    if (isStopped) return;
    isCalledAgain = true;
    round ??= workUntilQuiet().finally(() => {
      round = undefined;
      // Woken while the last round was ending.
      if (isCalledAgain) wake();
    });
  }

  async function workUntilQuiet() {
    clearTimeout(alarm);
    let pause = POLL_MS;
    while (isCalledAgain && !isStopped) {
      isCalledAgain = false;
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, sendAllDue));
        pause = Math.min((await findNextDue(db)) ?? POLL_MS, POLL_MS);
      } catch (error) {
        log.warn({ err: error }, 'Could not read the mail queue; retrying');
      }
    }
    if (isStopped) return;
    alarm = setTimeout(wake, pause);
    alarm.unref();
  }

  async function sendAllDue() {
    while (!isStopped) {
      const queued = await takeDueMail(db);
      if (!queued) return;
      await sendOne(queued);
    }
  }

  async function sendOne(queued: QueuedMail) {
    const { id, kind, attempts, ageSeconds } = queued;
    try {
      const mail = await prepareMail(db, queued, publicUrl);
      if (mail) await mailer.send(mail);
      await deleteMail(db, id);
    } catch (error) {
      if (isPermanentFailure(error) || ageSeconds > GIVE_UP_AFTER_DAYS * 86_400) {
        log.error({ err: error, kind, attempts }, 'Could not deliver a mail; giving up');
        await deleteMail(db, id);
        return;
      }
      log.warn({ err: error, kind, attempts }, 'Could not send a mail; retrying later');
      await updateMailError(db, id, error instanceof Error ? error.message : String(error));
    }
  }

  return {
    wake,
    /** Resolves when every due mail has been tried. */
    async drained() {
      wake();
      while (round) await round;
    },
    async stop() {
      isStopped = true;
      clearTimeout(alarm);
      const closeTimer = setTimeout(() => mailer.close(), STOP_WITHIN_MS);
      await round;
      clearTimeout(closeTimer);
      mailer.close();
    },
  };
}

/** The mail server rejected the mailbox: a retry would not help. */
function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { permanent, command } = error as { permanent?: unknown; command?: unknown };
  return permanent === true && command === 'RCPT TO';
}
