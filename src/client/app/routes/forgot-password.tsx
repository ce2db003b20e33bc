import { useTitle } from '#client/lib/use-title.ts';

export default function ForgotPassword() {
  useTitle('Forgot password');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">Forgot password</h1>
    </div>
  );
}
