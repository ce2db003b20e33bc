import { useTitle } from '#client/lib/use-title.ts';

export default function Home() {
  useTitle();
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">Home</h1>
    </div>
  );
}
