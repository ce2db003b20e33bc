import { useTitle } from '#client/lib/use-title.ts';

export default function Profile() {
  useTitle('My Account');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">My Account</h1>
    </div>
  );
}
