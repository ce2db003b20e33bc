import { ArrowRight } from 'lucide-react';
import type { AuditEntry } from '#contract/admin.ts';
import { changedValues, remarkOf } from './audit-words.ts';

/** Old and new values, and the reason where one was given. */
export function ChangedValues({ entry }: { entry: AuditEntry }) {
  const remark = remarkOf(entry);
  return (
    <>
      {changedValues(entry).map(({ label, from, to }) => (
        <span key={label} className="block text-small wrap-anywhere">
          {label && `${label}: `}
          {from ?? 'none'}
          <ArrowRight aria-hidden="true" className="mx-1 inline size-3.5" />
          <span className="sr-only"> became </span>
          {to ?? 'none'}
        </span>
      ))}
      {remark && <span className="block text-small text-muted wrap-anywhere">{remark}</span>}
    </>
  );
}
