// Points with a shape, by stamps of what the shape covers. One quad an instance, in the order given.

struct Layer {
  width: u32,
  height: u32,
  originX: u32, // pixel of the picture that the layer begins with
  originY: u32,
}

struct Quad {
  left: i32,
  top: i32,
  look: u32, // where its colour and the side of its stamps lie
  stamp: u32,
}

@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> quads: array<Quad>;
/// Looks: colour (four floats), side in pixels; and stamps: 255ths of each pixel.
@group(0) @binding(2) var<storage, read> looks: array<u32>;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) quad: u32,
}

@vertex
fn markVertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Corner {
  let quad = quads[instance];
  let side = i32(looks[quad.look + 4u]);
  let size = vec2i(i32(layer.width), i32(layer.height));
  let corner = vec2i(quad.left, quad.top) + select(vec2i(0), vec2i(side), vec2<bool>((vertex & 1u) == 1u, vertex >= 2u));
  let at = vec2f(clamp(corner, vec2i(0), size)) / vec2f(size);
  return Corner(vec4f(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0), instance);
}

@fragment
fn markFragment(corner: Corner) -> @location(0) vec4f {
  let quad = quads[corner.quad];
  let pixel = vec2i(corner.position.xy) - vec2i(i32(layer.originX), i32(layer.originY)) - vec2i(quad.left, quad.top);
  let share = looks[quad.stamp + u32(pixel.y) * looks[quad.look + 4u] + u32(pixel.x)];
  let colour = vec4f(
    bitcast<f32>(looks[quad.look]),
    bitcast<f32>(looks[quad.look + 1u]),
    bitcast<f32>(looks[quad.look + 2u]),
    bitcast<f32>(looks[quad.look + 3u]),
  );
  return vec4f(colour.rgb, colour.a * f32(share) / 255.0);
}
