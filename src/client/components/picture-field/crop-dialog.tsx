import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
// The page's policy refuses the style element that the cropper would add by itself.
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { cropToSquare } from './crop.ts';

const ZOOM = { min: 1, max: 4, step: 0.05 };

interface CropDialogProps {
  /** A blob: address of the chosen file. */
  url: string;
  isOpen: boolean;
  onClose: () => void;
  onCrop: (dataUrl: string) => void;
  /** The file is no picture that this browser can show. */
  onUnreadable: () => void;
}

export default function CropDialog(props: CropDialogProps) {
  const { url, isOpen, onClose, onCrop, onUnreadable } = props;
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(ZOOM.min);
  const [area, setArea] = useState<Parameters<typeof cropToSquare>[1]>();

  // The dialog can be closed while the picture is being prepared.
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  async function use() {
    if (!area) return;
    try {
      const dataUrl = await cropToSquare(url, area);
      if (isMounted.current) onCrop(dataUrl);
    } catch {
      if (isMounted.current) onUnreadable();
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Crop your photo"
      description="Drag it into place, or use the arrow keys."
    >
      <div className="relative mt-5 h-72 overflow-hidden rounded-card bg-sunken">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          aspect={1}
          showGrid={false}
          classes={{ cropAreaClassName: 'arch-square' }}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ alt: 'The photo you chose', onError: onUnreadable }}
          cropperProps={{ role: 'group', 'aria-label': 'Part of the photo to keep' }}
        />
      </div>
      <label className="mt-4 flex items-center gap-4 font-semibold">
        Zoom
        <input
          type="range"
          {...ZOOM}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="min-h-11 flex-1 accent-primary"
        />
      </label>
      <div className="mt-5 flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!area} onClick={use}>
          Use photo
        </Button>
      </div>
    </Dialog>
  );
}
