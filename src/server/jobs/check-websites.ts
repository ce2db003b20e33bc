import { findUser } from '#server/db/users.ts';
import { takeDueWebsites, updateWebsiteProofs } from '#server/db/website-proofs.ts';
import type { PageReader } from '#server/lib/website/page-reader.ts';
import { UnreadablePageError } from '#server/lib/website/unreadable-page.ts';
import type { TaskContext } from './define-task.ts';

/** At 5 s each, a round ends within the lane's time. */
const AT_ONCE = 5;
const ROUND = 100;

type CheckContext = Pick<TaskContext, 'db' | 'publicUrl'> & { readPage: PageReader };

/** The weekly check: a page that cannot be read is a failure like one without the links. */
export async function checkDueWebsites(context: TaskContext): Promise<void> {
  const { db, publicUrl, readPage } = context;
  if (!readPage) return;
  const check = (userId: number) => checkDue({ db, publicUrl, readPage }, userId);
  const userIds = await takeDueWebsites(db, ROUND);
  const failures: unknown[] = [];
  async function work() {
    for (let userId = userIds.pop(); userId !== undefined; userId = userIds.pop()) {
      await check(userId).catch((error: unknown) => failures.push(error));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) throw failures[0];
}

async function checkDue(context: CheckContext, userId: number) {
  const { db, publicUrl, readPage } = context;
  const websiteUrl = (await findUser(db, userId))?.websiteUrl ?? null;
  if (websiteUrl === null) return;
  const page = await readPage(websiteUrl).catch((error: unknown) => {
    if (error instanceof UnreadablePageError) return null;
    throw error;
  });
  const check = { userId, websiteUrl, page, publicUrl, ip: null };
  await db.transaction((tx) => updateWebsiteProofs(tx, check));
}
