import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { useTitle } from '#client/lib/use-title.ts';
import { SCREENS } from '#contract/screens.ts';
import { AddPersonForm } from './add-person-form.tsx';
import { useAddPerson } from './api.ts';

export function AddPersonScreen() {
  useTitle('Add to Network');
  const addition = useAddPerson();
  const [isAgain, setIsAgain] = useState(false);
  return (
    <div className="content-width max-w-180! py-8 md:py-12">
      <h1 className="text-h1">Add to Network</h1>
      <p className="mt-2 mb-6 text-muted">
        Add a person or business whose payment name you know. Only you see them, in your search
        results and in <TextLink href={SCREENS.contacts}>My Contacts</TextLink>.
      </p>
      <Card className="p-5 md:p-7">
        {addition.isSuccess ? (
          <Success
            onAgain={() => {
              setIsAgain(true);
              addition.reset();
            }}
          />
        ) : (
          <AddPersonForm onSubmit={addition.mutateAsync} isFocused={isAgain} />
        )}
      </Card>
    </div>
  );
}

function Success({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-center py-6 text-center">
      <span
        aria-hidden="true"
        className="arch mb-4 flex w-16 items-center justify-center bg-brand-soft"
      >
        <CircleCheck className="size-8" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="rounded-xs text-h2">
        Success!
      </h2>
      <p className="mt-2 text-muted">They can now be found in your search results.</p>
      <div className="mt-6 flex w-full flex-col gap-3 md:w-auto md:flex-row">
        <Button variant="secondary" onClick={onAgain}>
          Add Another
        </Button>
        <Link href={SCREENS.home} className={buttonClass()}>
          Go to Search
        </Link>
      </div>
    </div>
  );
}
