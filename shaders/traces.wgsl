// Traces: assembly/raster.ts on a GPU, by the same formulas (src/render/README.md, "Coverage"). `markSpans` finds the rows of
// the picture that each trace touches in each pixel column; then one quad an instance, trace by trace, covers just those.
// y is measured in pixels from the top; x is relative to the pixel's own left edge, so float32 suffices at any grid index.

struct Frame {
  width: u32,
  height: u32,
  rowCount: u32,
  hatchPeriod: u32,
  firstPixel: u32, // modulo the hatch period
  lineWidth: f32,
  samplesPerPixel: f32,
  pixelsPerSample: f32,
}

struct Row {
  row: u32,
  baseline: f32,
  scale: f32,
  unused: f32,
  colour: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
// For pixels -1 .. width: first range, flags | ranges << 3, break bits of a line's elements, t0 (float bits).
@group(0) @binding(1) var<storage, read> table: array<vec4u>;
// Index in `data` of the first element in row 0, words from row to row, elements, words of an element.
@group(0) @binding(2) var<storage, read> ranges: array<vec4u>;
@group(0) @binding(3) var<storage, read> rows: array<Row>;
// Tiles as bits: shaders may assume that floats are finite, so NaN is looked for in the integers.
@group(0) @binding(4) var<storage, read> data: array<u32>;
@group(1) @binding(0) var<storage, read_write> marked: array<vec2f>;
@group(1) @binding(1) var<storage, read> spans: array<vec2f>;

const showsColumn = 1u;
const showsLine = 2u;
const joinsPrevious = 4u;
const rangeShift = 3u;
const missing = 0xffffffffu;
const farY = 16384.0;
const widestDot = 4.0;
const emptySpan = vec2f(3e38, -3e38);

fn isFinite(bits: u32) -> bool {
  return (bits & 0x7f800000u) != 0x7f800000u;
}

fn toY(bits: u32, row: Row) -> f32 {
  return clamp(row.baseline + bitcast<f32>(bits) * row.scale, -farY, farY);
}

/// Least and greatest y of the pixel's elements; empty when none is finite. Values first, y at the end, as in raster.ts.
fn columnSpan(entry: vec4u, row: Row) -> vec2f {
  var low = emptySpan.x;
  var high = emptySpan.y;
  let last = entry.x + (entry.y >> rangeShift);
  for (var r = entry.x; r < last; r++) {
    let range = ranges[r];
    if (range.x == missing) {
      continue;
    }
    let begin = range.x + row.row * range.y;
    let end = begin + range.z * range.w;
    for (var at = begin; at < end; at++) {
      let bits = data[at];
      if (isFinite(bits)) {
        low = min(low, bitcast<f32>(bits));
        high = max(high, bitcast<f32>(bits));
      }
    }
  }
  if (low > high) {
    return emptySpan;
  }
  let y0 = toY(bitcast<u32>(low), row);
  let y1 = toY(bitcast<u32>(high), row);
  return vec2f(min(y0, y1), max(y0, y1));
}

/// Part of a stroke inside a pixel column: its axis goes from ya to yb over a width of dx, h above and below, cut to [low, high].
struct Portion {
  ya: f32,
  yb: f32,
  h: f32,
  dx: f32,
  low: f32,
  high: f32,
}

fn segmentPortion(x0: f32, x1: f32, y0: f32, y1: f32) -> Portion {
  let half = 0.5 * frame.lineWidth;
  let xa = max(x0, 0.0);
  let xb = min(x1, 1.0);
  let slope = (y1 - y0) * frame.samplesPerPixel;
  let h = half * sqrt(1.0 + slope * slope);
  let ya = y0 + slope * (xa - x0);
  let yb = y0 + slope * (xb - x0);
  let low = max(min(y0, y1) - half, min(ya, yb) - h);
  let high = min(max(y0, y1) + half, max(ya, yb) + h);
  return Portion(ya, yb, h, xb - xa, low, high);
}

fn dotPortion(x: f32, y: f32) -> Portion {
  let half = 0.5 * frame.lineWidth;
  let wide = min(half, widestDot);
  return Portion(y, y, half, min(1.0, x + wide) - max(0.0, x - wide), y - half, y + half);
}

fn slabArea(portion: Portion, y: f32) -> f32 {
  let h = portion.h;
  if (abs(portion.ya - portion.yb) < 0.001) {
    return portion.dx * clamp(y - 0.5 * (portion.ya + portion.yb), -h, h);
  }
  let s0 = abs(y - portion.ya);
  let s1 = abs(y - portion.yb);
  let a0 = min(s0, h);
  let a1 = min(s1, h);
  let q0 = a0 * (s0 - 0.5 * a0);
  let q1 = a1 * (s1 - 0.5 * a1);
  return portion.dx / (portion.ya - portion.yb) * (q1 - q0);
}

fn rowCoverage(portion: Portion, y: f32) -> f32 {
  let below = slabArea(portion, clamp(y + 1.0, portion.low, portion.high));
  return below - slabArea(portion, clamp(y, portion.low, portion.high));
}

/// The polyline inside one pixel column: x = coverage of the picture row at y, yz = rows it touches.
fn scanLine(entry: vec4u, row: Row, y: f32) -> vec3f {
  var result = vec3f(0.0, emptySpan);
  let t0 = bitcast<f32>(entry.w);
  let last = entry.x + (entry.y >> rangeShift);
  var j = 0u;
  var before = 0.0;
  var hasBefore = false;
  var wasJoined = false;
  for (var r = entry.x; r < last; r++) {
    let range = ranges[r];
    let begin = range.x + row.row * range.y;
    for (var i = 0u; i < range.z; i++) {
      var bits = 0x7fc00000u;
      if (range.x != missing) {
        bits = data[begin + i];
      }
      let hasNow = isFinite(bits);
      var now = 0.0;
      if (hasNow) {
        now = toY(bits, row);
      }
      let isJoined = hasBefore && hasNow && ((entry.z >> j) & 1u) == 0u;
      let x0 = (t0 + f32(j) - 1.0) * frame.pixelsPerSample;
      var portion = Portion(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
      if (isJoined) {
        portion = segmentPortion(x0, (t0 + f32(j)) * frame.pixelsPerSample, before, now);
      } else if (hasBefore && !wasJoined && j >= 2u) {
        portion = dotPortion(x0, before);
      }
      if (portion.dx > 0.0) {
        result.x += rowCoverage(portion, y);
        result.y = min(result.y, portion.low);
        result.z = max(result.z, portion.high);
      }
      before = now;
      hasBefore = hasNow;
      wasJoined = isJoined;
      j++;
    }
  }
  return result;
}

@compute @workgroup_size(64)
fn markSpans(@builtin(global_invocation_id) id: vec3u) {
  let entries = frame.width + 2u;
  if (id.x >= entries || id.y >= frame.rowCount) {
    return;
  }
  let entry = table[id.x];
  let row = rows[id.y];
  var span = emptySpan;
  if ((entry.y & showsColumn) != 0u) {
    span = columnSpan(entry, row);
  } else if ((entry.y & showsLine) != 0u) {
    span = scanLine(entry, row, 0.0).yz;
  }
  marked[id.y * entries + id.x] = span;
}

struct Stroke {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) entryAndRow: vec2u,
  @location(1) @interpolate(flat, either) span: vec2f,
}

fn isEmpty(span: vec2f) -> bool {
  return span.x > span.y;
}

/// Neighbours that do not overlap meet half way, so a joined line never tears and neither side pays it all.
fn joinedSpan(own: vec2f, other: vec2f) -> vec2f {
  if (isEmpty(other)) {
    return own;
  }
  if (other.y < own.x) {
    return vec2f(0.5 * (other.y + own.x), own.y);
  }
  if (other.x > own.y) {
    return vec2f(own.x, 0.5 * (other.x + own.y));
  }
  return own;
}

fn unite(a: vec2f, b: vec2f) -> vec2f {
  return vec2f(min(a.x, b.x), max(a.y, b.y));
}

@vertex
fn strokeVertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Stroke {
  let row = instance / frame.width;
  let entry = instance % frame.width + 1u;
  let first = row * (frame.width + 2u);
  let flags = table[entry].y;
  let own = spans[first + entry];
  var span = own;
  var out: Stroke;
  out.entryAndRow = vec2u(entry, row);
  if (isEmpty(own)) {
    out.position = vec4f(2.0, 2.0, 0.0, 1.0);
    return out;
  }
  if ((flags & showsColumn) != 0u) {
    if ((flags & joinsPrevious) != 0u && (table[entry - 1u].y & showsColumn) != 0u) {
      span = unite(span, joinedSpan(own, spans[first + entry - 1u]));
    }
    let after = table[entry + 1u].y;
    if ((after & joinsPrevious) != 0u && (after & showsColumn) != 0u) {
      span = unite(span, joinedSpan(own, spans[first + entry + 1u]));
    }
    let half = 0.5 * frame.lineWidth;
    span = vec2f(span.x - half, span.y + half);
  }
  out.span = span;
  let x = f32(entry - 1u + (vertex & 1u));
  let top = clamp(floor(span.x), 0.0, f32(frame.height));
  let bottom = clamp(ceil(span.y), 0.0, f32(frame.height));
  let y = select(top, bottom, vertex >= 2u);
  out.position = vec4f(2.0 * x / f32(frame.width) - 1.0, 1.0 - 2.0 * y / f32(frame.height), 0.0, 1.0);
  return out;
}

@fragment
fn strokeFragment(stroke: Stroke) -> @location(0) vec4f {
  let y = floor(stroke.position.y);
  let row = rows[stroke.entryAndRow.y];
  let entry = table[stroke.entryAndRow.x];
  var coverage = 0.0;
  if ((entry.y & showsColumn) != 0u) {
    coverage = min(y + 1.0, stroke.span.y) - max(y, stroke.span.x);
  } else {
    coverage = scanLine(entry, row, y).x;
  }
  return vec4f(row.colour.rgb, row.colour.a * clamp(coverage, 0.0, 1.0));
}
