import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { VisibilityArea } from './visibility-area.tsx';

export function VisibilityScreen() {
  useTitle('Who sees what');
  const { user } = useSession();
  return (
    user && (
      <div className="content-width py-6 md:py-10">
        <h1 className="mb-2 text-h1">Who sees what</h1>
        <VisibilityArea user={user} />
      </div>
    )
  );
}
