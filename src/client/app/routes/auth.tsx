import { useTitle } from '#client/lib/use-title.ts';

export default function Auth() {
  useTitle('Log In');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">Log In</h1>
    </div>
  );
}
