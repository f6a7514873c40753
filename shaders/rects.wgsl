// Rectangles, filled or hatched: bands of the ground, bars, intervals, gaps. One quad an instance, in the order given.

struct Layer {
  width: u32,
  height: u32,
  originX: u32, // pixel of the picture that the layer begins with
  originY: u32,
  hatchPeriod: u32,
  firstPixel: u32, // modulo the hatch period
}

struct Shape {
  edges: vec4f, // x0, y0, x1, y1
  colour: vec4f,
  isHatched: u32,
}

@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> shapes: array<Shape>;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) shape: u32,
}

@vertex
fn rectVertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Corner {
  let edges = shapes[instance].edges;
  let size = vec2f(f32(layer.width), f32(layer.height));
  let first = clamp(floor(edges.xy), vec2f(0.0), size);
  let last = clamp(ceil(edges.zw), vec2f(0.0), size);
  let at = select(first, last, vec2<bool>((vertex & 1u) == 1u, vertex >= 2u)) / size;
  return Corner(vec4f(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0), instance);
}

/// Stripes at 45 degrees, a quarter of the period wide; a stripe's edge covers half of a pixel.
fn hatchCoverage(pixel: vec2u) -> f32 {
  let period = layer.hatchPeriod;
  let stripe = period / 4u;
  let m = (layer.firstPixel + pixel.x + pixel.y) % period;
  if (m == stripe - 1u || m == period - 1u) {
    return 0.5;
  }
  return select(0.0, 1.0, m < stripe - 1u);
}

@fragment
fn rectFragment(corner: Corner) -> @location(0) vec4f {
  let shape = shapes[corner.shape];
  let pixel = vec2u(corner.position.xy) - vec2u(layer.originX, layer.originY);
  let at = vec2f(pixel);
  let inside = clamp(min(at + 1.0, shape.edges.zw) - max(at, shape.edges.xy), vec2f(0.0), vec2f(1.0));
  var coverage = inside.x * inside.y;
  if (shape.isHatched != 0u) {
    coverage *= hatchCoverage(pixel);
  }
  return vec4f(shape.colour.rgb, shape.colour.a * coverage);
}
