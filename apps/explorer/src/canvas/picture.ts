/** All layers of the canvas as one image. */
import type Sigma from 'sigma';

const LAYERS = ['edges', 'loops', 'edgeLabels', 'nodes', 'marks', 'labels'];

/** Rejects if the browser cannot create the image. */
export async function pictureOf(sigma: Sigma, background: string): Promise<Blob> {
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
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob =>
      blob === null ? reject(new Error('The image could not be created')) : resolve(blob),
    ),
  );
}
