import { useTitle } from '#client/lib/use-title.ts';

export default function ConfirmEmail() {
  useTitle('Confirm your email');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">Confirm your email</h1>
    </div>
  );
}
