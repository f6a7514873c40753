// Full-height bands under the traces: grid lines, gaps (hatched), areas not loaded. One quad an instance, in the order given.

struct Frame {
  width: u32,
  height: u32,
  rowCount: u32,
  hatchPeriod: u32,
  firstPixel: u32, // modulo the hatch period
}

struct Band {
  x0: f32,
  x1: f32,
  isHatched: u32,
  unused: u32,
  colour: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> bands: array<Band>;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) band: u32,
}

@vertex
fn bandVertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Corner {
  let band = bands[instance];
  let width = f32(frame.width);
  let x = select(floor(band.x0), ceil(band.x1), (vertex & 1u) == 1u);
  let y = select(1.0, -1.0, vertex >= 2u);
  return Corner(vec4f(2.0 * clamp(x, 0.0, width) / width - 1.0, y, 0.0, 1.0), instance);
}

/// Stripes at 45 degrees, a quarter of the period wide; a stripe's edge covers half of a pixel.
fn hatchCoverage(pixel: vec2u) -> f32 {
  let period = frame.hatchPeriod;
  let stripe = period / 4u;
  let m = (frame.firstPixel + pixel.x + pixel.y) % period;
  if (m == stripe - 1u || m == period - 1u) {
    return 0.5;
  }
  return select(0.0, 1.0, m < stripe - 1u);
}

@fragment
fn bandFragment(corner: Corner) -> @location(0) vec4f {
  let band = bands[corner.band];
  let pixel = vec2u(corner.position.xy);
  let x = f32(pixel.x);
  var coverage = clamp(min(x + 1.0, band.x1) - max(x, band.x0), 0.0, 1.0);
  if (band.isHatched != 0u) {
    coverage *= hatchCoverage(pixel);
  }
  return vec4f(band.colour.rgb, band.colour.a * coverage);
}
