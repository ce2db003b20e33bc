import { useTitle } from '#client/lib/use-title.ts';

export default function ResetPassword() {
  useTitle('Reset password');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">Reset password</h1>
    </div>
  );
}
