import CautionNote from '#client/components/payer/caution-note.tsx';
import { doubtAbout } from '#client/components/payer/doubt.ts';
import { QrDialog } from '#client/components/qr-dialog.tsx';
import { displayName, handleOn, type Person } from '#client/features/directory/person.ts';
import { useQrCode } from '#client/lib/qr-code.ts';

interface PaymentQrDialogProps {
  person: Person;
  isOpen: boolean;
  onClose: () => void;
}

export default function PaymentQrDialog({ person, isOpen, onClose }: PaymentQrDialogProps) {
  const platform = person.platforms[0];
  const type = 'payment';
  const doubt = platform && doubtAbout(person, platform);
  return (
    <QrDialog
      isOpen={isOpen}
      onClose={onClose}
      type={type}
      platform={platform}
      qr={useQrCode({ isOpen, type, platform, username: person.username })}
      handle={platform && handleOn(person, platform)}
      name={displayName(person)}
      imageUrl={person.profileImage}
      seed={`user-${person.id}`}
      caution={
        doubt && (
          <CautionNote
            isOpen
            person={person}
            doubt={doubt}
            {...(doubt.of || doubt.isReported ? {} : { platform })}
          />
        )
      }
    />
  );
}
