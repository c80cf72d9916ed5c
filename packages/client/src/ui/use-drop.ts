import { useState } from 'preact/hooks';

/** Lets files and texts be dropped on an element: the properties of the element, and whether something is held over it. */
export function useDrop(onDropped: (data: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  const target = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) onDropped(event.dataTransfer);
    },
  };
  return { isOver, target };
}
