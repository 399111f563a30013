/** All layers of the canvas as one image. */
import type Sigma from 'sigma';

const LAYERS = ['edges', 'loops', 'edgeLabels', 'nodes', 'marks', 'labels'];

/** @param scale pixels of the image for each pixel of the page; `undefined`: those of the screen. */
export async function pictureOf(
  sigma: Sigma,
  background: string,
  scale?: number,
): Promise<HTMLCanvasElement> {
  return scale === undefined
    ? layersOf(sigma, background)
    : atScale(sigma, scale, () => layersOf(sigma, background));
}

/** Rejects if the browser cannot create the image. */
export function imageOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob =>
      blob === null ? reject(new Error('The image could not be created')) : resolve(blob),
    ),
  );
}

async function layersOf(sigma: Sigma, background: string): Promise<HTMLCanvasElement> {
  sigma.refresh();
  await new Promise(resolve => requestAnimationFrame(resolve));
  sigma.refresh();
  const layers = sigma.getCanvases();
  const [first] = Object.values(layers);
  const canvas = document.createElement('canvas');
  canvas.width = first!.width;
  canvas.height = first!.height;
  const context = canvas.getContext('2d')!;
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const name of LAYERS)
    if (layers[name] !== undefined) context.drawImage(layers[name], 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Sigma reads the scale of the screen whenever it is resized, and has no setting for it. */
async function atScale<T>(sigma: Sigma, scale: number, work: () => Promise<T>): Promise<T> {
  const before = Object.getOwnPropertyDescriptor(window, 'devicePixelRatio');
  Object.defineProperty(window, 'devicePixelRatio', { value: scale, configurable: true });
  try {
    sigma.resize(true);
    return await work();
  } finally {
    if (before === undefined) Reflect.deleteProperty(window, 'devicePixelRatio');
    else Object.defineProperty(window, 'devicePixelRatio', before);
    sigma.resize(true);
    sigma.refresh();
  }
}
