import { useLayoutEffect, useState } from 'react';
import { doubtAbout, type Paying, type Question } from '#client/components/payer/doubt.ts';
import { rememberPaid } from '#client/components/payer/paid-before.ts';
import { handleOn, type Payee } from '#client/components/payer/payee.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { openInNewTab } from '#client/lib/open-link.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { displayHandle } from '#contract/handles.ts';
import { payLink } from '#contract/pay-links.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';

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
    if (handle === null) return;
    rememberPaid(payee, platform, displayHandle(platform, handle));
    const copy = payLink(platform, handle, details)?.copy;
    if (copy !== undefined) void copyHandle(copy);
  }

  /** From the question: its button is no link. */
  function open(payment: Paying) {
    setQuestion(undefined);
    const { platform, details } = payment;
    const link = payLink(platform, handleOn(payee, platform), details);
    if (!link) return;
    if (openInNewTab(link.url)) follow(payment);
    else showToast(toasts.openFailed(PLATFORM_LABELS[platform]));
  }

  return { isRunning, doubtOn, question, setQuestion, follow, open };
}

async function copyHandle(text: string) {
  showToast((await copyText(text)) ? toasts.usernameCopied(text) : toasts.copyFailed());
}
