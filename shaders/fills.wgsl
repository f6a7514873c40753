// Regions with one upper and one lower edge: lines of values, bands between curves. One quad an instance, a few pixel columns of
// a shape, in the order given. Coverage in whole steps of y, as of traces.

struct Layer {
  width: u32,
  height: u32,
  originX: u32, // pixel of the picture that the layer begins with
  originY: u32,
  stepShift: u32,
}

struct Quad {
  x0: u32,
  x1: u32,
  y0: u32,
  y1: u32,
  coversAt: u32,
  colour: vec4f,
}

@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> quads: array<Quad>;
/// Top and bottom of each sixteenth, in steps from `marginY` above the layer.
@group(0) @binding(2) var<storage, read> covers: array<u32>;

const marginY = 8;
const nodesPerPixel = 16u;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) quad: u32,
}

@vertex
fn fillVertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Corner {
  let quad = quads[instance];
  let x = f32(select(quad.x0, quad.x1, (vertex & 1u) == 1u)) / f32(layer.width);
  let y = f32(select(quad.y0, quad.y1, vertex >= 2u)) / f32(layer.height);
  return Corner(vec4f(2.0 * x - 1.0, 1.0 - 2.0 * y, 0.0, 1.0), instance);
}

@fragment
fn fillFragment(corner: Corner) -> @location(0) vec4f {
  let quad = quads[corner.quad];
  let pixel = vec2u(corner.position.xy) - vec2u(layer.originX, layer.originY);
  let above = (i32(pixel.y) + marginY) << layer.stepShift;
  let below = above + (1i << layer.stepShift);
  let at = quad.coversAt + nodesPerPixel * (pixel.x - quad.x0);
  var sum = 0;
  for (var k = 0u; k < nodesPerPixel; k++) {
    let cover = covers[at + k];
    sum += max(0, min(below, i32(cover >> 16u)) - max(above, i32(cover & 0xffffu)));
  }
  return vec4f(quad.colour.rgb, quad.colour.a * f32(sum) / f32(nodesPerPixel << layer.stepShift));
}
