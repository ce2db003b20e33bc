import clsx from 'clsx';
import { passwordStrength } from './password-strength.ts';

/** Under a new password: four bars and the word they stand for. */
export function StrengthHint({ password }: { password: string }) {
  if (password === '') return 'At least 8 characters.';
  const { level, words } = passwordStrength(password);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden="true" className="flex gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={clsx(
              'h-1.5 w-7 rounded-full',
              bar <= level ? (level === 1 ? 'bg-danger' : 'bg-success') : 'bg-line',
            )}
          />
        ))}
      </span>
      <span>{words}</span>
    </span>
  );
}
