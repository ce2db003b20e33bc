import { useTitle } from '#client/lib/use-title.ts';

export default function AddPerson() {
  useTitle('Add to Network');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">Add to Network</h1>
    </div>
  );
}
