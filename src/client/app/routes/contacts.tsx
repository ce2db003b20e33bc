import { useTitle } from '#client/lib/use-title.ts';

export default function Contacts() {
  useTitle('My Contacts');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">My Contacts</h1>
    </div>
  );
}
