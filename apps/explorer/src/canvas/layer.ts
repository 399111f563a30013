/** A custom layer between Sigma's own layers, with the same size and pixel ratio. */
import type Sigma from 'sigma';

export function layerOf(sigma: Sigma, name: string, beforeLayer: string): CanvasRenderingContext2D {
  const canvas = sigma.createCanvas(name, { beforeLayer, style: { pointerEvents: 'none' } });
  const context = canvas.getContext('2d')!;
  const fit = (): void => {
    const { width, height } = sigma.getDimensions();
    const ratio = window.devicePixelRatio || 1;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  };
  sigma.on('resize', fit);
  fit();
  return context;
}
