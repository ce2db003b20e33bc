import clsx from 'clsx';
import { Search as SearchIcon, X } from 'lucide-react';
import { useRef } from 'react';
import { QUERY_MAX_LENGTH } from '#contract/constants.ts';

const PLACEHOLDER = 'Search by name or username';

interface SearchBoxProps {
  text: string;
  onType: (text: string) => void;
  onSubmit: () => void;
  onClear: () => void;
}

export function SearchBox({ text, onType, onSubmit, onClear }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className="block min-w-0 flex-1">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <SearchIcon
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-5 size-6 -translate-y-1/2"
        />
        <input
          ref={input}
          type="search"
          aria-label={PLACEHOLDER}
          placeholder={PLACEHOLDER}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={QUERY_MAX_LENGTH}
          value={text}
          onChange={(event) => onType(event.target.value)}
          className={clsx(
            text === '' ? 'pr-3' : 'pr-14',
            'h-15 w-full rounded-card border-2 border-hero-line bg-surface pl-14 text-[18px] text-ink lg:h-17 lg:pl-15 lg:text-[19px]',
          )}
        />
        {text !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              onClear();
              input.current?.focus();
            }}
            className="absolute top-1/2 right-2 flex size-11 -translate-y-1/2 items-center justify-center rounded-button text-ink hover:bg-sunken"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
        )}
      </form>
    </search>
  );
}
