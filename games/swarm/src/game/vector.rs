//! Vectors of two floats. They use only operations that all processors and browsers round alike: sums, products, quotients and square
//! roots.

/// Two coordinates.
pub type Vector = [f32; 2];

/// The sum of two vectors.
pub(super) fn add([x, y]: Vector, [dx, dy]: Vector) -> Vector {
    [x + dx, y + dy]
}

/// The vector from one place to another.
pub(super) fn way([x, y]: Vector, [to_x, to_y]: Vector) -> Vector {
    [to_x - x, to_y - y]
}

/// The vector multiplied by a factor.
pub(super) fn scale([x, y]: Vector, factor: f32) -> Vector {
    [x * factor, y * factor]
}

/// The square of the length.
pub(super) fn square([x, y]: Vector) -> f32 {
    x * x + y * y
}

/// The vector scaled to length 1; zero stays zero.
pub(super) fn direction(vector: Vector) -> Vector {
    let length = square(vector).sqrt();
    if length > 0.0 { scale(vector, 1.0 / length) } else { [0.0; 2] }
}
