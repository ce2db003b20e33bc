import { useLayoutEffect, useState } from 'react';
import { doubtAbout, type Paying, type Question } from '#client/components/payer/doubt.ts';
import { rememberPaid } from '#client/components/payer/paid-before.ts';
import { displayName, handleOn, type Payee } from '#client/components/payer/payee.ts';
import { copyFor, openInNewTab, showOpened, showOpenFailed } from '#client/lib/open-link.ts';
import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { displayHandle } from '#contract/handles.ts';
import { payLink } from '#contract/pay-links.ts';
import type { Platform } from '#contract/platforms/registry.ts';

const canRunCode = () => true;

/** What a pay link does besides opening: it copies, it is remembered, and it asks first where there is a doubt. */
export function usePagePayment(payee: Payee) {
  const [question, setQuestion] = useState<Question>();
  const isRunning = useBrowserValue(canRunCode, false);
  // For page-doubt.js. By now the notes are there, and the links ask.
  useLayoutEffect(() => {
    if (isRunning) dispatchEvent(new Event('page-runs'));
  }, [isRunning]);
  // What this browser paid before is not known while the page hydrates.
  const doubtOn = (platform: Platform) => doubtAbout(payee, platform, isRunning ? undefined : '');

  function follow({ platform, details }: Paying) {
    const handle = handleOn(payee, platform);
    const link = payLink(platform, handle, details);
    if (link && handle !== null) hasOpened(platform, handle, copyFor(link));
  }

  function hasOpened(platform: Platform, handle: string, copying: Promise<string | undefined>) {
    const shown = displayHandle(platform, handle);
    rememberPaid(payee, platform, shown);
    void copying.then((copied) => showOpened(platform, displayName(payee), shown, copied));
  }

  /** From the question: its button is no link. */
  function open({ platform, details }: Paying) {
    setQuestion(undefined);
    const handle = handleOn(payee, platform);
    const link = payLink(platform, handle, details);
    if (!link || handle === null) return;
    // Before the new tab has the focus: after that browsers refuse the clipboard.
    const copying = copyFor(link);
    if (openInNewTab(link.url)) hasOpened(platform, handle, copying);
    else void showOpenFailed(platform, displayHandle(platform, handle));
  }

  return { isRunning, doubtOn, question, setQuestion, follow, open };
}
