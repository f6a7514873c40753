// Pictures and heatmaps: grids of colours that fill a rectangle. One quad a grid, in the order given; a pixel shows the mean of the
// cells that it covers, by area.

struct Layer {
  width: u32,
  height: u32,
  originX: u32, // pixel of the picture that the layer begins with
  originY: u32,
}

struct Quad {
  x: u32,
  y: u32,
  width: u32,
  height: u32,
  acrossAt: u32,
  downAt: u32,
  contentAt: u32,
  columns: u32,
}

@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> quads: array<Quad>;
/// For each pixel along an axis: first cell, cells, weights of the first, of the last and of each between.
@group(0) @binding(2) var<storage, read> entries: array<f32>;
@group(0) @binding(3) var<storage, read> content: array<u32>;

const entryWords = 5u;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) quad: u32,
}

@vertex
fn cellVertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Corner {
  let quad = quads[instance];
  let x = f32(quad.x + select(0u, quad.width, (vertex & 1u) == 1u)) / f32(layer.width);
  let y = f32(quad.y + select(0u, quad.height, vertex >= 2u)) / f32(layer.height);
  return Corner(vec4f(2.0 * x - 1.0, 1.0 - 2.0 * y, 0.0, 1.0), instance);
}

fn weightOf(at: u32, k: u32, count: u32) -> f32 {
  return entries[at + select(select(4u, 3u, k == count - 1u), 2u, k == 0u)];
}

@fragment
fn cellFragment(corner: Corner) -> @location(0) vec4f {
  let quad = quads[corner.quad];
  let pixel = vec2u(corner.position.xy) - vec2u(layer.originX, layer.originY);
  let acrossAt = quad.acrossAt + entryWords * (pixel.x - quad.x);
  let downAt = quad.downAt + entryWords * (pixel.y - quad.y);
  let columns = u32(entries[acrossAt + 1u]);
  let rows = u32(entries[downAt + 1u]);
  let first = quad.contentAt + u32(entries[downAt]) * quad.columns + u32(entries[acrossAt]);
  var sum = vec4f(0.0);
  for (var row = 0u; row < rows; row++) {
    let share = weightOf(downAt, row, rows);
    for (var column = 0u; column < columns; column++) {
      let colour = unpack4x8unorm(content[first + row * quad.columns + column]);
      let alpha = colour.a * share * weightOf(acrossAt, column, columns);
      sum += vec4f(colour.rgb * alpha, alpha);
    }
  }
  return vec4f(sum.rgb / max(sum.a, 1e-6), sum.a);
}
