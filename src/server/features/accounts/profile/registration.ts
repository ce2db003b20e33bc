import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ownUser,
  type RegisterInput,
  registerInput,
  registerWithAccountsInput,
} from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { toOwnUser } from '#server/db/users.ts';
import { refuseWeakPassword } from '#server/features/accounts/password/check-password.ts';
import { usernameCandidates, usernameFrom } from '#server/lib/derive-username.ts';
import { emailKey, mailboxKey, screenNameKey } from '#server/lib/keys.ts';
import { refuseImitations } from '#server/lib/name-imitations.ts';
import { hashPassword } from '#server/lib/password.ts';
import { setDeviceCookie } from '#server/plugins/devices.ts';
import { countAgainst, isWithinLimit, refund } from '#server/plugins/limits.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { setSessionCookie, startFirstSession } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { imageBody, makePicture } from './image-body.ts';
import { findFreeUsername, findTaken, insertUser } from './queries.ts';
import { alreadyTaken, takenField, takenOf } from './taken.ts';

const TOO_LARGE = 'Profile image must be less than 5MB';

/** How often to retry when a concurrent registration takes the generated username. */
const USERNAME_ROUNDS = 10;

interface Storing {
  accounts: PaymentAccountInput[];
  round: number;
  /** Otherwise the member can ask for the confirmation email later. */
  canMail: boolean;
}

export const registrationRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { adminEmails } = app.config;

  app.post(
    '/api/register',
    {
      ...imageBody(TOO_LARGE, 'profileImage'),
      config: { access: 'public', limit: 'register' },
      schema: {
        operationId: 'registerAccount',
        tags: ['accounts'],
        summary: 'Create an account and log in',
        body: registerInput,
        response: { 201: ownUser, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => register(request, reply, request.body, [], ''),
  );

  app.post(
    '/api/register-with-accounts',
    {
      ...imageBody(TOO_LARGE, 'user.profileImage'),
      config: { access: 'public', limit: 'register' },
      schema: {
        operationId: 'registerAccountWithHandles',
        tags: ['accounts'],
        summary: 'Create an account with its handles and log in',
        description: 'Saves everything or nothing.',
        body: registerWithAccountsInput,
        response: { 201: ownUser, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => {
      const { user, accounts } = request.body;
      return register(request, reply, user, accounts, 'user.');
    },
  );

  /** `prefix` is the path of the user's fields in the body. */
  async function register(
    request: FastifyRequest,
    reply: FastifyReply,
    input: RegisterInput,
    accounts: PaymentAccountInput[],
    prefix: string,
  ) {
    const { password, profileImage, ...fields } = input;
    refuseImitations(fields, prefix);
    refuseWeakPassword(request, password, fields, `${prefix}password`);
    const keys = {
      emailKey: emailKey(input.email),
      screenNameKey: input.screenName ? screenNameKey(input.screenName) : null,
    };
    // Before the lookup, so that parallel attempts count as well.
    await countAgainst(request, 'takenEmail');
    const found = await findTaken(db, keys);
    if (!found.email) await refund(request, 'takenEmail');
    const taken = alreadyTaken(takenOf(found), prefix);
    if (taken) throw taken;

    const [passwordHash, avatar] = await releaseSlotWhile(request, () =>
      Promise.all([
        hashPassword(password),
        profileImage
          ? makePicture(request, profileImage, {
              field: `${prefix}profileImage`,
              tooLarge: TOO_LARGE,
            })
          : undefined,
      ]),
    );
    const row = {
      ...fields,
      ...keys,
      passwordHash,
      profileImage: avatar?.dataUrl ?? null,
      profileImageHash: avatar?.hash ?? null,
    };

    // Emails that others had sent to this mailbox must not keep its owner from registering.
    const canMail = await isWithinLimit(request, 'mailbox', mailboxKey(input.email));
    for (let round = 0; ; round += 1) {
      try {
        const { user, token } = await store(request, row, { accounts, round, canMail });
        setSessionCookie(request, reply, token);
        setDeviceCookie(request, reply, user);
        return reply.code(201).send(toOwnUser(user, adminEmails));
      } catch (error) {
        const field = takenField(error);
        // The username was generated, so another one can be tried.
        if (field === 'username' && round < USERNAME_ROUNDS) continue;
        if (field === 'email') await countAgainst(request, 'takenEmail');
        throw (field && alreadyTaken([field], prefix)) ?? error;
      }
    }
  }

  function store(
    request: FastifyRequest,
    row: Parameters<typeof insertUser>[1] & { email: string },
    { accounts, round, canMail }: Storing,
  ) {
    return db.transaction(async (tx) => {
      const username = await chooseUsername(tx, row.screenName ?? row.name, round);
      const user = await insertUser(tx, { ...row, username }, accounts, request.ip);
      if (canMail) {
        await insertMail(tx, { kind: 'confirm-email', recipient: row.email, userId: user.id });
      }
      const token = await startFirstSession(tx, request, user);
      return { user, token };
    });
  }
};

async function chooseUsername(
  db: Parameters<typeof findFreeUsername>[0],
  name: string,
  firstRound: number,
): Promise<string> {
  const base = usernameFrom(name);
  for (let round = firstRound; round < firstRound + USERNAME_ROUNDS; round += 1) {
    const free = await findFreeUsername(db, usernameCandidates(base, round));
    if (free) return free;
  }
  throw new Error(`No username was free for ${base}.`);
}
