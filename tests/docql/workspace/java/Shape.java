package com.example.shapes;

import java.util.List;
import java.util.Map;

/** Something with an area. */
public abstract class Shape implements Comparable<Shape> {
    protected final String name;

    public Shape(String name) {
        this.name = name;
    }

    /** The area, in square metres. */
    public abstract double area();

    public List<Map<String, Integer>> getCorners(int count) {
        return List.of();
    }

    @Override
    public int compareTo(Shape other) {
        return Double.compare(area(), other.area());
    }

    static String getName(Shape shape) {
        return shape.name;
    }
}

class Circle extends Shape {
    private final double radius;

    Circle(double radius) {
        super("circle");
        this.radius = radius;
    }

    @Override
    public double area() {
        return Math.PI * radius * radius;
    }
}

record Point(int x, int y) {
    double length() {
        return Math.sqrt(x * x + y * y);
    }
}

enum Colour { RED, GREEN }
