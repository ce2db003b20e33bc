import { useTitle } from '#client/lib/use-title.ts';

export default function Admin() {
  useTitle('Admin Panel');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">Admin Panel</h1>
    </div>
  );
}
