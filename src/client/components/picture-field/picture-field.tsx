import { CircleAlert, ImageUp, Trash2 } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { IMAGE_MAX_BYTES, IMAGE_REFUSED, IMAGE_TYPES } from '#contract/pictures.ts';

const CropDialog = lazyOnOpen(() => import('./crop-dialog.tsx'));

interface PictureFieldProps {
  /** For the initials that stand in for a picture. */
  name: string;
  seed: string | number;
  /** An address or a data URL; null shows the initials. */
  value: string | null;
  onChange: (dataUrl: string | null) => void;
  /** What this form says of a file over 5 MB. */
  tooLarge: string;
  error?: string | undefined;
}

export function PictureField({ name, seed, value, onChange, tooLarge, error }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const [chosenUrl, setChosenUrl] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const noteId = useId();
  const message = refusal ?? error;

  // A chosen file is held in memory until its address is given back.
  useEffect(() => () => (chosenUrl ? URL.revokeObjectURL(chosenUrl) : undefined), [chosenUrl]);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // So that choosing the same file again is a change as well.
    event.target.value = '';
    if (!file) return;
    setRefusal(undefined);
    if (!IMAGE_TYPES.some((type) => type === file.type)) {
      setRefusal(IMAGE_REFUSED);
    } else if (file.size > IMAGE_MAX_BYTES) {
      setRefusal(tooLarge);
      showToast(memberToasts.fileTooLarge(tooLarge));
    } else {
      setChosenUrl(URL.createObjectURL(file));
    }
  }

  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} imageUrl={value} seed={seed} className="w-18!" />
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <Button
            ref={adding}
            variant="secondary"
            size="small"
            aria-describedby={noteId}
            onClick={() => input.current?.click()}
          >
            <ImageUp aria-hidden="true" className="size-5" />
            {value ? 'Change photo' : 'Add a photo'}
          </Button>
          {value && (
            <Button
              variant="ghost"
              size="small"
              onClick={() => {
                setRefusal(undefined);
                onChange(null);
                // This button goes away.
                adding.current?.focus();
              }}
            >
              <Trash2 aria-hidden="true" className="size-5" />
              Remove photo
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-label="Profile picture"
          tabIndex={-1}
          onChange={choose}
          className="sr-only"
        />
        {message ? (
          <p
            id={noteId}
            role="alert"
            className="mt-1.5 flex gap-1.5 text-small font-semibold text-danger"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {message}
          </p>
        ) : (
          <p id={noteId} className="mt-1.5 text-small text-muted">
            PNG, JPEG, WebP or GIF, under 5MB
          </p>
        )}
      </div>
      {chosenUrl && (
        <CropDialog
          key={chosenUrl}
          isOpen
          url={chosenUrl}
          onClose={() => setChosenUrl(undefined)}
          onCrop={(dataUrl) => {
            setChosenUrl(undefined);
            onChange(dataUrl);
          }}
          onUnreadable={() => {
            setChosenUrl(undefined);
            setRefusal('This file could not be read as a picture. Please choose another.');
          }}
        />
      )}
    </div>
  );
}
