import { useTitle } from '#client/lib/use-title.ts';

export default function DesktopRedirect() {
  useTitle();
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">DesktopRedirect</h1>
    </div>
  );
}
