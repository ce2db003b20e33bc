import type { ReactNode } from 'react';
import { useTitle } from '#client/lib/use-title.ts';

interface TextScreenProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A page to read. */
export function TextScreen({ title, lead, children }: TextScreenProps) {
  useTitle(title);
  return (
    <div className="content-width py-8 md:py-12">
      <div className="max-w-[68ch]">
        <h1 className="text-h1">{title}</h1>
        <p className="mt-2 text-lead text-muted">{lead}</p>
        {children}
      </div>
    </div>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 grid gap-3 [&_li]:ml-5 [&_li]:list-disc [&_ul]:grid [&_ul]:gap-1.5">
      <h2 className="text-h3">{title}</h2>
      {children}
    </section>
  );
}
